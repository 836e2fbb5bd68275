import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './gateway-devices.en.ts'
import * as zh from './gateway-devices.zh.ts'

export const { objects, coapRequests } = defineMessages(en, zh)
