import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './lists.en.ts'
import * as zh from './lists.zh.ts'

export const { clients, delayedPublish, retained, subscriptions, topics } = defineMessages(en, zh)
