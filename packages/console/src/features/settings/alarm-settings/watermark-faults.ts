import { type SysmonConfig, sysmonConfigSchema } from '@brokerdeck/contract/settings/sysmon-config.ts'
import * as v from 'valibot'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { m } from './messages.ts'

const percent = (value: string | number): number =>
  typeof value === 'number' ? value * 100 : Number.parseFloat(value)

/** An alarm that is raised at 80 % and over below 90 % comes and goes at every check. */
export function watermarkFaults(document: ApiDocument): readonly FormFault[] {
  const parsed = v.safeParse(sysmonConfigSchema, document)
  return parsed.success ? faultsOf(parsed.output) : []
}

function faultsOf({ os, vm }: SysmonConfig): readonly FormFault[] {
  const pairs = [
    ['os.cpu_low_watermark', os.cpu_low_watermark, os.cpu_high_watermark],
    ['vm.process_low_watermark', vm.process_low_watermark, vm.process_high_watermark],
  ] as const
  return pairs.flatMap(([path, low, high]) =>
    percent(low) > percent(high) ? [{ path, message: m.wrongOrder }] : [],
  )
}
