import type { GlobalThemeOverrides } from 'naive-ui'
import type { Tokens } from './tokens.ts'

export const fonts = {
  text: "'Inter', system-ui, -apple-system, 'Segoe UI', sans-serif",
  mono: "'JetBrains Mono', ui-monospace, 'Cascadia Mono', Menlo, monospace",
}

/** naive-ui's theme with the console's colours. They are literal values, because naive-ui computes with them. */
export function naiveTheme(tokens: Tokens): GlobalThemeOverrides {
  const shade = (name: 'accent' | 'good' | 'warn' | 'bad' | 'info') => tokens[name]
  const common: GlobalThemeOverrides['common'] = {
    fontFamily: fonts.text,
    fontFamilyMono: fonts.mono,
    fontSize: '13px',
    fontSizeSmall: '13px',
    fontSizeMedium: '13px',
    fontSizeLarge: '14px',
    fontWeightStrong: '600',
    borderRadius: '6px',
    borderRadiusSmall: '4px',
    heightTiny: '22px',
    heightSmall: '28px',
    heightMedium: '32px',
    heightLarge: '38px',
    bodyColor: tokens.ground,
    cardColor: tokens.surface,
    modalColor: tokens.raised,
    popoverColor: tokens.raised,
    tableColor: tokens.surface,
    tableHeaderColor: tokens.surface,
    inputColor: tokens.surface,
    inputColorDisabled: tokens.sunken,
    actionColor: tokens.sunken,
    hoverColor: tokens.hover,
    borderColor: tokens.edge,
    dividerColor: tokens.border,
    textColorBase: tokens.text,
    textColor1: tokens.text,
    textColor2: tokens.text,
    textColor3: tokens.muted,
    textColorDisabled: tokens.muted,
    placeholderColor: tokens.muted,
    placeholderColorDisabled: tokens.muted,
    iconColor: tokens.muted,
    iconColorHover: tokens.text,
    closeIconColor: tokens.muted,
    clearColor: tokens.muted,
    baseColor: tokens.onAccent,
    ...colours('primary', shade('accent'), tokens.accentHover),
    ...colours('info', shade('info'), shade('info')),
    ...colours('success', shade('good'), shade('good')),
    ...colours('warning', shade('warn'), shade('warn')),
    ...colours('error', shade('bad'), shade('bad')),
  }
  return {
    common,
    Input: field(tokens),
    Button: { fontWeight: '500', textColorGhost: tokens.text },
    Modal: { boxShadow: tokens.shadow },
    Dialog: { borderRadius: '10px' },
    Card: { borderRadius: '10px', borderColor: tokens.border, titleFontSizeMedium: '15px' },
    Tooltip: { color: tokens.text, textColor: tokens.ground },
    Select: { peers: { InternalSelection: field(tokens) } },
    DataTable: { thColor: tokens.surface, tdColor: tokens.surface, thTextColor: tokens.muted, thFontWeight: '500' },
  }
}

/** Borders of input fields, equally visible in both themes. */
function field(tokens: Tokens) {
  const focus = { borderFocus: `1px solid ${tokens.accent}`, borderHover: `1px solid ${tokens.accent}` }
  return { border: `1px solid ${tokens.edge}`, color: tokens.surface, colorFocus: tokens.surface, ...focus }
}

function colours(name: string, colour: string, hover: string) {
  return {
    [`${name}Color`]: colour,
    [`${name}ColorHover`]: hover,
    [`${name}ColorPressed`]: hover,
    [`${name}ColorSuppl`]: colour,
  }
}
