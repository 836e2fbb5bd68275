import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './bridge-broker.en.ts'
import * as zh from './bridge-broker.zh.ts'

export const { brokerFields } = defineMessages(en, zh)
