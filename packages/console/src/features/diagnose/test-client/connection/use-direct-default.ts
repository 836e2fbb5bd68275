import { useEffect } from 'react'
import { linkAddress } from '#features/diagnose/mqtt-link/link-address.ts'
import { useDirectPlace } from '#features/diagnose/mqtt-link/use-direct-place.ts'
import { startSettings } from './start-settings.ts'
import type { TestConnection } from './test-connection.ts'

/** Without a tunnel, what was never set goes to a listener that the broker has, not to where one usually is. */
export function useDirectDefault(connections: readonly TestConnection[]): void {
  const place = useDirectPlace()
  const wanted = place && linkAddress({ via: 'direct', node: '', ...place.settings }, document.baseURI)
  useEffect(() => {
    if (place === undefined) return
    const usual = linkAddress(startSettings(''), document.baseURI)
    for (const connection of connections) {
      const { settings, attempt } = connection.facts.get()
      const now = linkAddress(settings, document.baseURI)
      if (attempt.address === undefined && now === usual && now !== wanted)
        connection.configure({ ...settings, ...place.settings }, connection.password)
    }
  }, [connections, place, wanted])
}
