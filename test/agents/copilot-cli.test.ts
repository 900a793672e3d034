import { describe } from 'vitest'
import { copilotCli } from './copilot-cli.ts'
import { bring, tellStories } from './stories.ts'

describe('Copilot CLI', () => tellStories(copilotCli, bring(copilotCli)))
