import { describe } from 'vitest'
import { openCode } from './opencode.ts'
import { bring, tellStories } from './stories.ts'

describe('OpenCode', () => tellStories(openCode, bring(openCode)))
