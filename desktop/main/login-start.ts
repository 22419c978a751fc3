import fs from 'node:fs'
import path from 'node:path'
import type { DesktopElectron } from './desktop-electron.ts'

/** The argument of a start at login: no window is shown. */
export const backgroundArgument = '--background'

export interface LoginStartOptions {
  app: Pick<DesktopElectron['app'], 'setLoginItemSettings'>
  platform: NodeJS.Platform
  /** The program to start: the AppImage, or the executable file. */
  program: string
  /** The user's configuration folder, such as `~/.config`. */
  configFolder: string
}

/**
 * Sets whether the program starts when the user logs in: with an autostart entry on Linux (freedesktop.org, Desktop
 * Application Autostart), otherwise with Electron's login item.
 */
export function setLoginStart({ app, platform, program, configFolder }: LoginStartOptions, isOn: boolean): void {
  if (platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: isOn, args: [backgroundArgument] })
  const file = autostartFile(configFolder)
  if (!isOn) return fs.rmSync(file, { force: true })
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, autostartEntry(program))
}

/**
 * Updates the program in the autostart entry of an AppImage that was moved or updated. A missing entry, which the user
 * removed, remains missing, and other lines remain as they are.
 */
export function moveLoginStart({ platform, program, configFolder }: LoginStartOptions): void {
  const file = autostartFile(configFolder)
  if (platform !== 'linux' || !fs.existsSync(file)) return
  const entry = fs.readFileSync(file, 'utf8')
  const moved = entry.replace(/^Exec=.*$/m, () => execLine(program))
  if (moved !== entry) fs.writeFileSync(file, moved)
}

function autostartFile(configFolder: string): string {
  return path.join(configFolder, 'autostart', 'coffer.desktop')
}

function autostartEntry(program: string): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Coffer',
    execLine(program),
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

function execLine(program: string): string {
  return `Exec=${quoteArgument(program)} ${backgroundArgument}`
}

/** Quotes an argument of `Exec`, whose value is itself an escaped string (Desktop Entry Specification, "The Exec key"). */
function quoteArgument(argument: string): string {
  const quoted = argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${quoted.replaceAll('\\', '\\\\')}"`
}
