import { license } from '@brokerdeck/contract/system/license.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { action, to } from '#acting/action.tsx'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Page } from '#kit/page/page.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { license as m } from '../messages/console.ts'
import classes from './license-page.module.css'
import { LicensePanel } from './license-panel.tsx'
import { checkLicenseSetting, licenseSettingSections } from './license-settings-form.ts'

const UpdateLicenseDialog = lazy(async () => ({
  default: (await import('./update-license-dialog.tsx')).UpdateLicenseDialog,
}))

/** The key that stands for the license the broker comes with. */
const ownKey = 'default'

export function LicensePage() {
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <LicenseInUse />
    </EnterpriseOnly>
  )
}

function LicenseInUse() {
  const { data, error, refetch, isFetching } = useQuery(read(license.get, {}))
  const { data: setting } = useQuery(read(license.setting, {}))
  return (
    <Page title={m.title} summary={m.summary} actions={<LicenseActions />}>
      <div className={classes['stack']}>
        {error !== null && data === undefined && (
          <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
        {data !== undefined && <LicensePanel license={data} setting={setting} />}
        <EndpointForm
          sections={licenseSettingSections}
          reads={license.setting}
          given={{}}
          documentOf={(answer) => answer}
          writes={license.updateSetting}
          toRequest={(document) => ({ body: bodyFrom(license.updateSetting.body, document) })}
          check={checkLicenseSetting}
          hasDefaults
        />
      </div>
    </Page>
  )
}

const resetLicense = action<void>(
  to(license.update, () => ({ body: { key: ownKey } })),
  {
    ask: () => ({
      title: m.resetTitle,
      body: m.resetBody,
      action: m.reset,
      danger: true,
      typedName: ownKey,
    }),
    told: () => m.resetDone,
  },
)

function LicenseActions() {
  return (
    <>
      <Button size="small" disabledReason={whyNoWrite()} onClick={() => void resetLicense.run()}>
        {m.reset}
      </Button>
      <Button
        size="small"
        variant="primary"
        disabledReason={whyNoWrite()}
        onClick={() => void askDialog<void>((close) => <UpdateLicenseDialog onClose={close} />)}
      >
        {m.update}
      </Button>
    </>
  )
}
