import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './mqtt-link.en.ts'
import * as zh from './mqtt-link.zh.ts'

export const { mqttLink } = defineMessages(en, zh)
