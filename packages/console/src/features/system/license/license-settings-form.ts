import { license as m } from '#features/system/messages/console.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

export const licenseSettingSections: readonly Section[] = [
  {
    id: 'alarm',
    title: m.settings,
    note: m.settingsNote,
    fields: [
      {
        kind: 'percent',
        path: 'connection_high_watermark',
        label: m.high,
        help: m.highHelp,
        isRequired: true,
        default: '80%',
      },
      {
        kind: 'percent',
        path: 'connection_low_watermark',
        label: m.low,
        help: m.lowHelp,
        isRequired: true,
        default: '75%',
      },
    ],
  },
]

/** Parses a text such as `80%`. Returns undefined if the text is no percentage; the field shows that error itself. */
export function parsePercent(text: unknown): number | undefined {
  const digits = typeof text === 'string' ? /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1] : undefined
  return digits === undefined ? undefined : Number(digits)
}

export function checkLicenseSetting(document: ApiDocument): readonly FormFault[] {
  const high = parsePercent(document['connection_high_watermark'])
  const low = parsePercent(document['connection_low_watermark'])
  if (high === undefined || low === undefined || low < high) return []
  return [{ path: 'connection_low_watermark', message: m.lowBelowHigh }]
}
