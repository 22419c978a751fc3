import type { ConsoleRoute } from '../../feature.ts'

const permission = 'report:read'

export const routes: ConsoleRoute[] = [
  {
    path: '/report-schedules',
    name: 'report-schedules',
    component: () => import('./ScheduleList.vue'),
    meta: { title: { en: 'Reports by mail', fr: 'Rapports par e-mail' }, permission },
  },
  {
    path: '/report-schedules/new',
    name: 'report-schedules-new',
    component: () => import('./ScheduleNew.vue'),
    meta: {
      title: { en: 'New report schedule', fr: 'Nouvelle planification de rapport' },
      permission: 'retention:write',
    },
  },
  {
    path: '/report-schedules/:id',
    name: 'report-schedules-one',
    component: () => import('./SchedulePage.vue'),
    meta: { title: { en: 'Report schedule', fr: 'Planification de rapport' }, permission },
  },
  {
    path: '/report-schedules/:id/edit',
    name: 'report-schedules-edit',
    component: () => import('./ScheduleEdit.vue'),
    meta: {
      title: { en: 'Edit a report schedule', fr: 'Modifier une planification de rapport' },
      permission: 'retention:write',
    },
  },
  {
    path: '/sent-reports',
    name: 'sent-reports',
    component: () => import('./SentPage.vue'),
    meta: { title: { en: 'Sent reports', fr: 'Rapports envoyés' }, permission },
  },
  {
    path: '/period-reports',
    name: 'period-reports',
    component: () => import('./PreviewPage.vue'),
    meta: { title: { en: 'Report of a period', fr: 'Rapport d’une période' }, permission },
  },
]
