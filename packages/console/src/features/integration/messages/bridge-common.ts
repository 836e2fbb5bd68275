import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './bridge-common.en.ts'
import * as zh from './bridge-common.zh.ts'

export const { commonFields } = defineMessages(en, zh)
