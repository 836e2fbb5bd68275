import { ZoneForm } from '#domain/endpoint-form/zone-form.tsx'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { Page } from '#kit/page/page.tsx'
import { flappingDetect as m } from '../messages/access.ts'
import { flappingSections } from './flapping-sections.ts'

function impact({ enable }: ApiDocument, before: ApiDocument): string | undefined {
  if (enable === before['enable']) return enable === true ? m.counts : undefined
  return enable === true ? m.turnsOn : m.turnsOff
}

/** Who comes and goes too often is banned. */
export function FlappingDetectPage() {
  return (
    <Page title={m.title} summary={m.summary}>
      <ZoneForm root="flapping_detect" sections={flappingSections} impact={impact} />
    </Page>
  )
}
