import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './broker.en.ts'
import * as zh from './broker.zh.ts'

export const { limiter, logSettings, topicRewrite, autoSubscribe, fileTransfer } = defineMessages(en, zh)
