import { pluginSuffix, plugins } from '@brokerdeck/contract/extensions/plugins.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { PackageUpload, type PackageUploadProps } from '#acting/package-upload.tsx'
import { getProblem } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { installPlugin as m, plugins as words } from '#features/extensions/messages.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { CommandText } from '#ui/command-text.tsx'
import { CopyButton } from '#ui/copy-button.tsx'

/** Matches names without special characters of a shell, because the command is copied into a shell. */
const plainRef = /^[A-Za-z0-9_][\w.+~]*-[\w.+~-]+$/

const toRef = ({ name }: File) => name.slice(0, -pluginSuffix.length)

/** EMQX takes the text before the first hyphen as the name. */
const nameFault = (file: File) => (/^[^-]+-./.test(toRef(file)) ? undefined : m.wrongName)

const refusalWords: Readonly<Record<string, string>> = {
  FORBIDDEN: m.notAllowed,
  ALREADY_INSTALLED: m.alreadyInstalled,
  BAD_PLUGIN_INFO: m.badPackage,
  BAD_FORM_DATA: m.noFile,
}

const refusal: PackageUploadProps<typeof plugins.install>['refusal'] = (error, file) => {
  const problem = getProblem(error)
  const code = problem?.kind === 'rejected' ? problem.code : ''
  const isToAllow = code === 'FORBIDDEN' && plainRef.test(toRef(file))
  return {
    words: refusalWords[code],
    remedy: isToAllow ? <Allowing name={toRef(file)} /> : undefined,
  }
}

/** Uploads the package of a plugin, and shows the command that EMQX requires first. */
export function InstallPluginPage() {
  const go = useGo()
  const isStillHere = useStillHere()
  const leave = (file: File) => {
    notify.success(m.installed(visibleText(toRef(file), 80)))
    if (isStillHere()) void go(linkTo('plugins'))
  }
  return (
    <Page title={m.title} breadcrumbs={[{ to: linkTo('plugins'), label: words.title }]} summary={m.warning}>
      <PackageUpload
        endpoint={plugins.install}
        request={(plugin) => ({ body: { plugin } })}
        suffix={pluginSuffix}
        words={{ file: m.file, hint: m.hint, send: m.install }}
        nameFault={nameFault}
        refusal={refusal}
        onTaken={leave}
      />
    </Page>
  )
}

/** Shows the command that must run on a node before EMQX accepts the package. */
function Allowing({ name }: { readonly name: string }) {
  const { data: facts } = useQuery(read(cluster.get, {}))
  const command = `emqx ctl plugins allow ${name}`
  return (
    <>
      <p>{facts === undefined ? m.allowTextAnywhere : m.allowText(visibleText(facts.self, 80))}</p>
      <CommandText label={m.command} text={command} />
      <CopyButton text={command} name={m.command} />
    </>
  )
}
