import { describe } from 'vitest'
import { claudeCode } from './claude-code.ts'
import { bring, tellStories } from './stories.ts'

describe('Claude Code', () => tellStories(claudeCode, bring(claudeCode)))
