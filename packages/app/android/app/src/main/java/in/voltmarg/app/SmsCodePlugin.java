package in.voltmarg.app;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.Bundle;
import androidx.activity.result.ActivityResult;
import androidx.core.content.ContextCompat;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.ActivityCallback;
import com.getcapacitor.annotation.CapacitorPlugin;
import com.google.android.gms.auth.api.phone.SmsRetriever;
import com.google.android.gms.common.api.CommonStatusCodes;
import com.google.android.gms.common.api.Status;

/**
 * The text of the next SMS, once the driver has let us read that one: Android's SMS User Consent. It needs no permission,
 * and Google Play services stop listening after five minutes by themselves.
 */
@CapacitorPlugin(name = "SmsCode")
public class SmsCodePlugin extends Plugin {

    private static final String PLAY_SERVICES = "com.google.android.gms";

    private PluginCall waiting;
    private BroadcastReceiver receiver;

    /** Answers {message}: null when the driver declined, nothing came, or somebody else asks. */
    @PluginMethod
    public void next(PluginCall call) {
        finish(null);
        waiting = call;
        listen();
        // Whoever it comes from: the sender's name is the carrier's choice.
        SmsRetriever.getClient(getContext()).startSmsUserConsent(null).addOnFailureListener(error -> finish(null));
    }

    @PluginMethod
    public void stop(PluginCall call) {
        finish(null);
        call.resolve();
    }

    private void listen() {
        receiver = new BroadcastReceiver() {
            @Override
            public void onReceive(Context context, Intent intent) {
                if (SmsRetriever.SMS_RETRIEVED_ACTION.equals(intent.getAction())) onSms(intent.getExtras());
            }
        };
        // Only Play services hold the permission to send this.
        ContextCompat.registerReceiver(
            getContext(),
            receiver,
            new IntentFilter(SmsRetriever.SMS_RETRIEVED_ACTION),
            SmsRetriever.SEND_PERMISSION,
            null,
            ContextCompat.RECEIVER_EXPORTED
        );
    }

    private void onSms(Bundle extras) {
        Status status = extras == null ? null : (Status) extras.get(SmsRetriever.EXTRA_STATUS);
        if (waiting == null || status == null || status.getStatusCode() != CommonStatusCodes.SUCCESS) {
            finish(null);
            return;
        }
        Intent consent = extras.getParcelable(SmsRetriever.EXTRA_CONSENT_INTENT);
        ComponentName asks = consent == null ? null : consent.resolveActivity(getContext().getPackageManager());
        if (asks == null || !PLAY_SERVICES.equals(asks.getPackageName())) {
            finish(null);
            return;
        }
        try {
            startActivityForResult(waiting, consent, "onConsent");
        } catch (ActivityNotFoundException gone) {
            finish(null);
        }
    }

    @ActivityCallback
    private void onConsent(PluginCall call, ActivityResult result) {
        Intent data = result.getData();
        boolean agreed = result.getResultCode() == Activity.RESULT_OK && data != null;
        finish(agreed ? data.getStringExtra(SmsRetriever.EXTRA_SMS_MESSAGE) : null);
    }

    private void finish(String message) {
        if (receiver != null) {
            getContext().unregisterReceiver(receiver);
            receiver = null;
        }
        if (waiting == null) return;
        JSObject answer = new JSObject();
        answer.put("message", message == null ? JSObject.NULL : message);
        waiting.resolve(answer);
        waiting = null;
    }

    @Override
    protected void handleOnDestroy() {
        finish(null);
    }
}
