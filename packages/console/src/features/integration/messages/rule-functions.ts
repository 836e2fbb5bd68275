import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './rule-functions.en.ts'
import * as zh from './rule-functions.zh.ts'

export const { functionGroups, functionTexts, ruleFunctions } = defineMessages(en, zh)
