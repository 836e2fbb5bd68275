import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './webhooks.en.ts'
import * as zh from './webhooks.zh.ts'

export const { webhooks, webhookForm, webhookParts, webhookMissing, webhookEvents } = defineMessages(en, zh)
