import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './promote.en.ts'
import * as zh from './promote.zh.ts'

export const { comparison, entryNames, kindNames, outcomeNames, promotion } = defineMessages(en, zh)
