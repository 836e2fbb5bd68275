import { Definition } from '#ui/definition.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

interface StatisticNameProps {
  readonly name: string
  readonly meaning: string | undefined
}

/** As the broker spells it, with what it counts where that is known. */
export function StatisticName({ name, meaning }: StatisticNameProps) {
  const spelled = <Verbatim text={name} mono />
  return meaning === undefined ? spelled : <Definition definition={meaning}>{spelled}</Definition>
}
