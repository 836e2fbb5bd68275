import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './mqtt.en.ts'
import * as zh from './mqtt.zh.ts'

export const { accessWords, reasonWords, topicWords, messageDifference } = defineMessages(en, zh)
