import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './accounts.en.ts'
import * as zh from './accounts.zh.ts'

export const { login, password, users, apiKeys, sso } = defineMessages(en, zh)
