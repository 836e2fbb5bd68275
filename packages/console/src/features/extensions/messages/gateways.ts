import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './gateways.en.ts'
import * as zh from './gateways.zh.ts'

export const { gateways, gatewayListeners, gatewayClients } = defineMessages(en, zh)
