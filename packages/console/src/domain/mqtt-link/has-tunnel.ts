import { consoleConfig } from '#lib/console-config.ts'

/** The `brokerdeck` command passes MQTT on; whoever serves the plain files, such as the broker itself, does not. */
export function hasTunnel(): boolean {
  return consoleConfig().routing === 'browser'
}
