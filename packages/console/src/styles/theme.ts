import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { styles as m } from './messages.ts'

/** The element in which everything that floats is rendered; the page must contain it (role region, with a name). */
const portalProps = { target: '#overlays' }
const transitionProps = { duration: 120 }
const floating = { shadow: 'var(--sh-2)', transitionProps, portalProps }
const raised = { backgroundColor: 'var(--bg-raised)' }
const dialogStyles = { content: raised, header: { ...raised, minHeight: 48 } }

/*
 * The objects are plain, without `Component.extend()`, so that the login entry does not load components it does not
 * show.
 */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.179,
  colors: {
    accent: [
      '#f0f4ff',
      '#e6edfd',
      '#c9d6fb',
      '#93aeff',
      '#6f8df2',
      '#4f74e8',
      '#3c62db',
      '#2b50c7',
      '#2242a8',
      '#1a3384',
    ],
    dark: [
      '#e9ecf1',
      '#b6beca',
      '#929dac',
      '#697484',
      '#2d333d',
      '#21252d',
      '#1b1f26',
      '#14171c',
      '#0d0f13',
      '#08090c',
    ],
  },
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  focusRing: 'auto',
  focusClassName: 'focus-ring',
  cursorType: 'pointer',
  components: {
    Portal: { defaultProps: portalProps },
    CloseButton: { defaultProps: { 'aria-label': m.close } },
    Paper: { defaultProps: { withBorder: true, shadow: 'none', radius: 'lg' } },
    Modal: {
      styles: dialogStyles,
      defaultProps: {
        ...floating,
        radius: 'lg',
        padding: 'lg',
        centered: true,
        closeButtonProps: { 'aria-label': m.close },
        // Without this role the page would have a second banner landmark (axe: landmark-no-duplicate-banner).
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: {
      styles: dialogStyles,
      defaultProps: {
        ...floating,
        position: 'right',
        size: '480px',
        padding: 'lg',
        closeButtonProps: { 'aria-label': m.close },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': m.dismiss } } },
    Notifications: { defaultProps: { portalProps, position: 'bottom-right', transitionDuration: 120 } },
  },
})

const variables = {
  '--mantine-color-body': 'var(--bg-canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-disabled)',
  '--mantine-color-disabled-color': 'var(--text-disabled)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--bg-surface)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
}

/** Maps Mantine's variables to the tokens, whose values change with the colour scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables,
  dark: variables,
})
