import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './operations.en.ts'
import * as zh from './operations.zh.ts'

export const { durable, loadRebalance, relup } = defineMessages(en, zh)
