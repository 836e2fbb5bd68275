import { exhooks as endpoints, exhookServer } from '@brokerdeck/contract/extensions/exhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read, whyNoWrite } from '#api/query.ts'
import { exhooks, exhookForm as m } from '#features/extensions/messages/exhooks.ts'
import { toFields } from '#kit/form/described-form.ts'
import { newDocument } from '#kit/form/document.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { exhookCautions, exhookSections, placeFaults } from './exhook-document.ts'

const newFields = toFields(exhookServer, [
  {
    path: 'name',
    label: m.name,
    help: m.nameHelp,
    isCode: true,
    pattern: { regex: /^[A-Za-z0-9]+[A-Za-z0-9-_]*$/, message: m.nameRule },
    maxLength: 255,
  },
  { path: 'enable', label: m.enable, note: m.enableNote },
])

const [server, ...others] = exhookSections
const sections =
  server === undefined ? [] : [{ ...server, fields: [...newFields, ...server.fields] }, ...others]

const toRequest = (document: ApiDocument) => ({ body: parseBody(endpoints.create.body, document) })

/** Creates a hook server. With TLS, the server's certificate is verified, unlike the broker's default. */
export function CreateExhookPage() {
  const go = useGo()
  const { data: list = [] } = useQuery(read(endpoints.list, {}))
  const document = useMemo(
    () => ({ ...newDocument(sections), ssl: { enable: false, verify: 'verify_peer' } }),
    [],
  )
  const check = ({ name }: ApiDocument) =>
    list.some((one) => one.name === name) ? [{ path: 'name', message: m.nameTaken }] : []
  return (
    <Page title={m.title} breadcrumbs={[{ to: linkTo('exhooks'), label: exhooks.title }]}>
      <FormLayout
        plan={{
          sections,
          document,
          isNew: true,
          ...writePlan(endpoints.create, { toRequest, placeFaults }),
          check,
          cautions: exhookCautions,
          impact: () => m.impactNew,
          isConfiguration: true,
          lockedReason: whyNoWrite(),
          onApplied: () => void go(linkTo('exhooks')),
        }}
        createLabel={m.title}
        appliedMessage={m.created}
      />
    </Page>
  )
}
