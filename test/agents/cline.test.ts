import { describe } from 'vitest'
import { cline } from './cline.ts'
import { bring, tellStories } from './stories.ts'

describe('Cline', () => tellStories(cline, bring(cline)))
