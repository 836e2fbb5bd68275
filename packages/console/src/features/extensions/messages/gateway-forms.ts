import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './gateway-forms.en.ts'
import * as zh from './gateway-forms.zh.ts'

export const { gatewayForm } = defineMessages(en, zh)
