import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './test-client.en.ts'
import * as zh from './test-client.zh.ts'

export const { testClient, command, connectionForm } = defineMessages(en, zh)
