/* The package's entry pulls in all 6,000 icons, which costs a second in development and in every test file. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon
  export default icon
}
