package in.voltmarg.app;

import android.os.Bundle;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(SmsCodePlugin.class);
        super.onCreate(savedInstanceState);
    }
}
