// Our own wording of the 45 dialogs, for data sets without a program to read them from: the conversations,
// their segments and colours are the game's (formats spec §16.3), the sentences are ours.

#include <string_view>

#include "flashback/data/dialog_texts.h"

namespace rekindle::flashback {

namespace {

enum Speaker { plain, other, conrad }; // plain: no colour of its own

struct Wording {
    int dialog;
    Speaker speaker;
    std::string_view lines; // '|' between lines, at most 22 characters each
};

constexpr Wording wordings[]{
    {0, plain, "NO POWER.|THE FUSE IS BURNT."},
    {1, plain, "THAT DID IT.|IT RUNS AGAIN."},
    {2, other, "CONRAD! SHORT OF|A NAME, I HEAR?"},
    {2, conrad, "I NEED PAPERS|TO LEAVE TITAN."},
    {2, other, "I CAN MAKE THEM.|NOBODY WILL|LOOK TWICE."},
    {2, conrad, "HOW MUCH?"},
    {2, other, "FIFTEEN HUNDRED|CREDITS."},
    {2, conrad, "THAT IS MORE|THAN I OWN, JACK."},
    {2, other, "THEN EARN IT.|THE JOB CENTRE|ALWAYS HIRES."},
    {2, plain, "ASK THERE FOR|A WORK PERMIT|AND COME BACK|WITH THE MONEY."},
    {3, other, "YOU AGAIN. STILL|LOST?"},
    {3, conrad, "MY MEMORY IS GONE.|WHO CAN HELP ME?"},
    {3, other, "A FRIEND OF MINE|WORKS WITH|THE POLICE."},
    {3, plain, "HE STAYS IN|RESTRICTED AREA 1."},
    {4, other, "THAT IS ALL|I CAN TELL YOU.|GOOD LUCK."},
    {5, other, "I AM CY-B021.|LET ME GO AND I|PAY YOU WELL."},
    {5, plain, "DEAL?"},
    {6, other, "YOU SHOULD TRY|THE BAR.|THEY KNOW MORE."},
    {7, other, "CY-B021?|NOT ME."},
    {7, plain, "HIS DEN IS RIGHT|BELOW US."},
    {7, plain, "A COP CARRIES|THE KEY."},
    {8, other, "I KNOW NOTHING|ELSE."},
    {9, other, "LOOKING FOR JACK?"},
    {9, plain, "HE IS AT THE BAR,|WAITING FOR|SOMEBODY."},
    {10, plain, "EXCUSE ME..."},
    {10, other, "WRONG WINDOW.|PLEASE ASK AT|WINDOW C."},
    {11, plain, "I HAVE AN|APPOINTMENT."},
    {11, other, "GO THROUGH.|THE BOSS WILL|SEE YOU NOW."},
    {12, plain, "EXCUSE ME..."},
    {12, other, "WRONG WINDOW.|PLEASE ASK AT|WINDOW B."},
    {13, plain, "HELLO."},
    {13, other, "WHAT WILL IT BE?"},
    {13, conrad, "NOTHING. I AM|LOOKING FOR JACK."},
    {13, other, "OVER THERE,|IN HIS CORNER,|AS ALWAYS."},
    {14, other, "NO DRINKS|FOR CHILDREN.|COME BACK GROWN."},
    {15, other, "YOUR PAPERS!"},
    {16, plain, "SOMETHING TO|CARRY AROUND."},
    {16, other, "THIS PARCEL IS FOR|THE TRAVEL OFFICE.|OFF YOU GO."},
    {16, plain, "DON'T OPEN IT,|DON'T LOSE IT|AND DON'T|BE LATE."},
    {17, plain, "TOO LATE!"},
    {18, plain, "A SLOT.|A CARD WOULD FIT."},
    {19, other, "CONRAD! YOU CAME|AT THE LAST MOMENT."},
    {19, plain, "THEY WOULD HAVE|KILLED ME.|THANK YOU."},
    {19, plain, "YOUR MEMORY IS|BACK NOW. YOU KNOW|WHAT THEY ARE|AND WHAT TO DO."},
    {20, plain, "IAN'S WORKSHOP."},
    {20, other, "SO YOU WANT TO|SEE THE EARTH."},
    {20, plain, "THE TICKET COSTS|A FORTUNE. YET|THERE IS A WAY."},
    {20, conrad, "WHICH ONE?"},
    {20, other, "THE DEATH TOWER|SHOW. THE WINNER|FLIES FOR FREE."},
    {20, conrad, "AND THE LOSERS?"},
    {20, other, "THERE IS A REASON|FOR THE NAME."},
    {20, plain, "YOU CAN'T ENTER|WITHOUT PAPERS."},
    {20, plain, "JACK FORGES THEM.|ASK FOR HIM|AT THE BAR."},
    {20, conrad, "I OWE YOU|A LOT, IAN."},
    {20, other, "STAY ALIVE.|THEN WE ARE EVEN."},
    {21, other, "WELCOME TO|NEW WASHINGTON!"},
    {21, plain, "TAKE THIS MAP.|IT SHOWS EVERY|STATION OF|THE SUBWAY."},
    {21, conrad, "VERY KIND."},
    {22, other, "LOVELY DAY,|ISN'T IT?"},
    {23, other, "NO WORK WITHOUT|A PERMIT."},
    {23, plain, "GET ONE AT THE|ADMINISTRATION|CENTRE."},
    {24, other, "NOT NOW.|I AM IN A HURRY."},
    {25, plain, "A FINE MORNING!"},
    {25, other, "MORNING."},
    {26, other, "THAT FACE?|I SAW HIM|IN THE BAR."},
    {27, plain, "GOOD EVENING!"},
    {27, other, "EVENING."},
    {28, other, "SURE, HE COMES|HERE EVERY NIGHT."},
    {29, plain, " "},
    {30, plain, " "},
    {31, plain, "A WORK PERMIT,|PLEASE."},
    {31, other, "THEN SHOW ME|YOUR ID CARD."},
    {31, plain, "NO CARD,|NO PERMIT.|THAT IS THE RULE."},
    {32, other, "HELP ME!"},
    {33, other, "I AM HURT.|I CAN'T WALK..."},
    {33, plain, "MY TELEPORTER...|IT FELL DOWN"},
    {33, plain, "SOMEWHERE IN|THE CAVES. PLEASE|BRING IT|TO ME."},
    {34, other, "THANKS, STRANGER.|TAKE THIS."},
    {35, other, "LOOK AT THIS!|AN ANTI-G BELT."},
    {35, plain, "WITH IT YOU FALL|LIKE A FEATHER,|EVEN FROM A TOWER.|FOR 500 CREDITS."},
    {35, conrad, "SOLD."},
    {35, other, "WEAR IT WELL."},
    {36, other, "HAVE A PLEASANT|JOURNEY."},
    {37, plain, "THIS NEEDS|A CARTRIDGE WITH|POWER IN IT."},
    {38, plain, "WORK PERMITS?"},
    {38, other, "FIRST FLOOR,|PLEASE."},
    {39, plain, "A VOICE SPEAKS|INSIDE ME:"},
    {39, other, "THE ATOMIC CHARGE.|IT CAN END THIS."},
    {39, plain, "PUT IT WHERE|THE PLANET IS WEAK|AND THEN|RUN."},
    {40, other, "I AM READY."},
    {40, plain, "LEAD THE WAY,|I FOLLOW YOU."},
    {41, other, "HERE WE ARE,|SAFE AND SOUND."},
    {41, plain, "YOU DID WELL.|ASK AT THE|JOB CENTRE|FOR YOUR PAY."},
    {42, other, "YOU BRING ME|A PARCEL,|I HOPE?"},
    {43, plain, "ONE TICKET|TO THE EARTH."},
    {43, other, "THAT MAKES|TEN THOUSAND."},
    {44, other, "AND MY MONEY?"},
    {44, plain, "FIFTEEN HUNDRED|CREDITS AND YOU|GET YOUR PAPERS."},
};

} // namespace

DialogTexts own_dialog_texts() {
    DialogTexts texts(dialog_count);
    for (const Wording& wording : wordings) {
        DialogSegment& segment = texts[static_cast<std::size_t>(wording.dialog)].emplace_back();
        if (wording.speaker == other) segment.color = DialogColor{dialog_color_other, 0xEC};
        if (wording.speaker == conrad) segment.color = DialogColor{dialog_color_conrad, 0xEA};
        segment.lines.emplace_back();
        for (const char c : wording.lines) {
            if (c == '|')
                segment.lines.emplace_back();
            else
                segment.lines.back() += c;
        }
    }
    return texts;
}

} // namespace rekindle::flashback
