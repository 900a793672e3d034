import { describe } from 'vitest'
import { qwenCode } from './qwen-code.ts'
import { bring, tellStories } from './stories.ts'

describe('Qwen Code', () => tellStories(qwenCode, bring(qwenCode)))
