import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './access.en.ts'
import * as zh from './access.zh.ts'

export const { banned, flappingDetect, gcpDevices } = defineMessages(en, zh)
