import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, Questions } from '../bridge.ts'
import { channelOf, eventChannel, isEvent, isQuestion, type QuestionName } from '../bridge-messages.ts'

/**
 * Runs beside the page, in a sandbox and a world of its own. It offers the bridge and nothing else: no channel can be
 * named, and what has not the shape of a question does not leave the page.
 */
const bridge = {
  about: ask('about'),
  listConnections: ask('listConnections'),
  saveConnection: ask('saveConnection'),
  removeConnection: ask('removeConnection'),
  openConnection: ask('openConnection'),
  readSession: ask('readSession'),
  keepSession: ask('keepSession'),
  forgetSession: ask('forgetSession'),
  readCertificateTrouble: ask('readCertificateTrouble'),
  pinCertificate: ask('pinCertificate'),
  unpinCertificate: ask('unpinCertificate'),
  readService: ask('readService'),
  startService: ask('startService'),
  stopService: ask('stopService'),
  restartService: ask('restartService'),
  changeService: ask('changeService'),
  readServiceLog: ask('readServiceLog'),
  showServiceLog: ask('showServiceLog'),
  showDataFolder: ask('showDataFolder'),
  chooseDataFolder: ask('chooseDataFolder'),
  readFirstPassword: ask('readFirstPassword'),
  dropFirstPassword: ask('dropFirstPassword'),
  saveDownload: ask('saveDownload'),
  cancelDownload: ask('cancelDownload'),
  listDownloads: ask('listDownloads'),
  showDownload: ask('showDownload'),
  listBreakGlass: ask('listBreakGlass'),
  createBreakGlass: ask('createBreakGlass'),
  refreshBreakGlass: ask('refreshBreakGlass'),
  scheduleBreakGlass: ask('scheduleBreakGlass'),
  deleteBreakGlass: ask('deleteBreakGlass'),
  dismissBreakGlass: ask('dismissBreakGlass'),
  unlockBreakGlass: ask('unlockBreakGlass'),
  lockBreakGlass: ask('lockBreakGlass'),
  readBreakGlass: ask('readBreakGlass'),
  saveBreakGlass: ask('saveBreakGlass'),
  openLoginReturn: ask('openLoginReturn'),
  awaitLoginReturn: ask('awaitLoginReturn'),
  readPreferences: ask('readPreferences'),
  changePreferences: ask('changePreferences'),
  notify: ask('notify'),
  readUpdates: ask('readUpdates'),
  checkForUpdates: ask('checkForUpdates'),
  downloadUpdate: ask('downloadUpdate'),
  installUpdate: ask('installUpdate'),
  openLink: ask('openLink'),
  onEvent(hear) {
    const listen = (_: unknown, event: unknown) => {
      if (isEvent(event)) hear(event)
    }
    ipcRenderer.on(eventChannel, listen)
    return () => void ipcRenderer.off(eventChannel, listen)
  },
} satisfies Bridge

contextBridge.exposeInMainWorld('coffer', bridge)

function ask<Name extends QuestionName>(name: Name): Questions[Name] {
  const question = async (...given: unknown[]) => {
    if (!isQuestion(name, given)) throw new TypeError(`invalid arguments of ${name}`)
    const answer = await ipcRenderer.invoke(channelOf(name), ...given)
    if ('problem' in answer) return Promise.reject(answer.problem) // an error would lose its fields between the contexts
    return answer.value
  }
  return question as Questions[Name]
}
