import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
import { bridgeType } from '#features/integration/bridges/catalog/bridge-catalog.ts'
import { bridgeId, bridgeState } from './bridge-state.ts'
import type { TypeCard } from './type-cards.tsx'

/** Returns a card for each connector of the given types, to choose from. */
export const connectorCards = (all: readonly Connector[], types: readonly string[]): readonly TypeCard[] =>
  all
    .filter(({ type }) => types.includes(type))
    .map((one) => {
      const { label, icon } = bridgeType(one.type)
      const about = one.description || bridgeState(one).word
      return { value: bridgeId(one), label: one.name, icon, group: label, about }
    })
