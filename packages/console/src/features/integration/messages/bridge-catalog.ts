import { defineMessages } from '#i18n/define-messages.ts'
import * as en from './bridge-catalog.en.ts'
import * as zh from './bridge-catalog.zh.ts'

export const { bridgeGroups, bridgeTypeNames, bridgeNeeds } = defineMessages(en, zh)
