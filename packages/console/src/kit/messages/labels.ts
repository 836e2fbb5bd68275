import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './labels.en.ts'
import * as zh from './labels.zh.ts'

export const { brokerLabels, targetLabels } = defineMessages(en, zh)
