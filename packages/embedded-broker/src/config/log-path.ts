import { textMatching } from '@brokerdeck/contract/description/scalars.ts'

/**
 * A place below the log directory: whoever may use the API must not write elsewhere on this machine. EMQX takes any
 * path.
 */
export const logPath = textMatching(
  'emqx_conf_schema:file()',
  /^(\$\{EMQX_LOG_DIR\}\/)?(?!\.{1,2}(\/|$))[\w.@ -]+(\/(?!\.{1,2}(\/|$))[\w.@ -]+){0,8}$/,
  `The embedded broker writes its log below \${EMQX_LOG_DIR} only`,
)
