import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './bridge-options.en.ts'
import * as zh from './bridge-options.zh.ts'

export const { bridgeOptions } = defineMessages(en, zh)
