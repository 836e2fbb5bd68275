import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './rule-live.en.ts'
import * as zh from './rule-live.zh.ts'

export const { dryRun, runs, ruleOutcomes, ruleFaults } = defineMessages(en, zh)
