import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './bridge-form.en.ts'
import * as zh from './bridge-form.zh.ts'

export const { bridgeForm, sampleMessage } = defineMessages(en, zh)
