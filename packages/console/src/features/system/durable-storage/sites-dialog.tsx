import { durableStorage } from '@brokerdeck/contract/system/durable-storage.ts'
import * as v from 'valibot'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { durable as m } from '#features/system/messages/operations.ts'
import { formatList } from '#i18n/sentences.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { parseDisplayed } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { formatSiteName, type KnownSite } from './known-sites.ts'

interface SitesDialogProps {
  /** The name of the storage. */
  readonly name: string
  readonly sites: readonly KnownSite[]
  readonly wanted: readonly string[]
  readonly onClose: () => void
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

const chosenSchema = v.object({ sites: v.array(v.string()) })

/** Edits all sites of a storage at once. */
export function SitesDialog({ name, sites, wanted, onClose }: SitesDialogProps) {
  const { plan, apply } = writePlan(durableStorage.setReplicas, {
    toRequest: (document) => ({ params: { ds: name }, body: parseDisplayed(chosenSchema, document).sites }),
    async beforeWrite() {
      const now = await request(durableStorage.replicas, { params: { ds: name } })
      return isSameSet(now, wanted) ? undefined : m.replicasChanged
    },
  })
  const formatSites = (ids: readonly string[]) =>
    ids.length === 0
      ? m.noSites
      : formatList(
          ids.map((id) => formatSiteName(sites.find((one) => one.id === id) ?? { id, site: undefined })),
        )
  return (
    <FormDialog
      title={m.chooseTitle(visibleText(name, 80))}
      submitLabel={m.apply}
      onClose={onClose}
      isReviewed
      plan={{
        sections: [
          {
            id: 'sites',
            title: m.sites,
            fields: [
              {
                kind: 'multi-select',
                path: 'sites',
                label: m.sites,
                help: m.chooseHelp,
                width: 12,
                options: sites.map((one) => ({ value: one.id, label: formatSiteName(one) })),
              },
            ],
          },
        ],
        document: { sites: [...wanted] },
        plan,
        apply,
        check: (document) => {
          const { success, output } = v.safeParse(chosenSchema, document)
          return success && output.sites.length > 0 ? [] : [{ path: 'sites', message: m.atLeastOne }]
        },
        impact: (document) => {
          const { success, output } = v.safeParse(chosenSchema, document)
          if (!success) return undefined
          const added = output.sites.filter((id) => !wanted.includes(id))
          const removed = wanted.filter((id) => !output.sites.includes(id))
          return warnIf(removed.length > 0, m.chooseImpact(formatSites(added), formatSites(removed)))
        },
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.accepted),
      }}
    />
  )
}
