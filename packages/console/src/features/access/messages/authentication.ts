import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './authentication.en.ts'
import * as zh from './authentication.zh.ts'

export const { authentication, createAuthenticator } = defineMessages(en, zh)
