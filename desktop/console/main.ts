import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { desktopKeeper } from './client/desktop-keeper.ts'
import { desktop } from './client/desktop.ts'
import { browserKeeper } from './client/session-keeper.ts'
import { useSession } from './client/session.ts'
import { receiveReturn } from './client/single-sign-on.ts'
import { i18n } from './language/i18n.ts'
import { createConsoleRouter } from './router.ts'
import './theme/base.css'
import './styles/utilities.css'
import { lightOnPaper } from './theme/print.ts'

receiveReturn()
const app = createApp(App).use(createPinia()).use(i18n).use(createConsoleRouter())
app.mount('#app')
lightOnPaper()
void useSession().start(desktop ? await desktopKeeper(desktop) : browserKeeper())
