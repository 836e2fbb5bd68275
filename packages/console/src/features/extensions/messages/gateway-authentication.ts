import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './gateway-authentication.en.ts'
import * as zh from './gateway-authentication.zh.ts'

export const { gatewayAuthentication } = defineMessages(en, zh)
